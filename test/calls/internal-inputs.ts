import { adminInputs } from "./admin-inputs.ts";
import type { Inputs } from "./input.ts";
import { jobInputs } from "./job-inputs.ts";
import { orderInputs } from "./order-inputs.ts";
import { personInputs } from "./person-inputs.ts";

/** Inputs of every operation that writes and has no examples. */
export const internalInputs: Inputs = { ...adminInputs, ...personInputs, ...jobInputs, ...orderInputs };
