import * as z from "zod";
import { line } from "../core/fields.ts";

/** A name: one line that is not empty, without what is invisible. */
const name = (most: number) =>
  z
    .string()
    .transform((text) => text.replace(/\p{Cf}/gu, ""))
    .pipe(line(most))
    .refine((text) => text !== "", "is required");

export const nameLength = 100;
/** The name of a person. */
export const personName = name(nameLength);

export const keyNameLength = 60;
export const keyName = name(keyNameLength);
/** API keys an account may have at a time. */
export const mostKeys = 50;

/** Why an app has no access any more, as its grant keeps it. */
export const disconnected = "disconnected by the person";
