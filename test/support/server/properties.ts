/**
 * Loaded before any test (bunfig.toml). In CI properties are tried on the same values in every run, so that what it
 * finds is of the change and can be found again; elsewhere on new ones.
 */
import fc from "fast-check";

if (process.env.CI) fc.configureGlobal({ seed: 47 });
