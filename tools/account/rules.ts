import { line } from "../core/fields.ts";

export const nameLength = 100;
/** The name of a person. */
export const personName = line(nameLength);

export const keyNameLength = 60;
/** API keys an account may have at a time. */
export const mostKeys = 50;

/** Why an app has no access any more, as its grant keeps it. */
export const disconnected = "disconnected by the person";
