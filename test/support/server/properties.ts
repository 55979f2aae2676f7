/**
 * Loaded before any test (bunfig.toml). In CI, property tests use the same values in every run, so that a failure comes
 * from the change and can be repeated.
 */
import fc from "fast-check";

if (process.env.CI) fc.configureGlobal({ seed: 47 });
