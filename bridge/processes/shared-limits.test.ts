import { expect, test } from "bun:test";
import { RateLimiterRes } from "rate-limiter-flexible";
import { type SharedLimits, type Spent, sharedLimits } from "./shared-limits.ts";

const quota = { points: 5, seconds: 60 };

/** Two processes that hear each other when they are told to flush. */
function two(): [SharedLimits, SharedLimits] {
  const said: Promise<void>[] = [];
  const hearing = (other: () => SharedLimits) => (spent: Spent[]) => void said.push(other().add(spent));
  const one: SharedLimits = sharedLimits(hearing(() => another));
  const another: SharedLimits = sharedLimits(hearing(() => one));
  return [one, another];
}

const left = async (limits: SharedLimits, key = "a"): Promise<number> =>
  (await limits.limiter("reads", quota).get(key))?.remainingPoints ?? quota.points;
const spend = (limits: SharedLimits, key = "a") => limits.limiter("reads", quota).consume(key);

test("what one spends is spent at the other once it is told, and only of that key", async () => {
  const [one, other] = two();
  for (let i = 0; i < 3; i++) await spend(one);
  await spend(other);
  expect([await left(one), await left(other)]).toEqual([2, 4]);
  one.flush();
  other.flush();
  expect([await left(one), await left(other)]).toEqual([1, 1]);
  expect(await left(other, "b")).toBe(5);
});

test("it is told by itself a moment later", async () => {
  const told = Promise.withResolvers<readonly Spent[]>();
  await spend(sharedLimits(told.resolve));
  expect(await told.promise).toEqual([{ limit: "reads", quota, key: "a", points: 1, isForgiven: false }]);
});

test("what is refused is told to nobody, and what others tell is passed on to nobody", async () => {
  const told: Spent[] = [];
  const limits = sharedLimits((spent) => void told.push(...spent));
  await limits.add([{ limit: "reads", quota, key: "a", points: 5, isForgiven: false }]);
  expect(spend(limits)).rejects.toBeInstanceOf(RateLimiterRes);
  await spend(limits).catch(() => undefined);
  limits.flush();
  expect(told).toEqual([]);
});

test("what one forgives is forgiven at the other, but not what is spent after it", async () => {
  const [one, other] = two();
  for (let i = 0; i < 4; i++) await spend(other);
  other.flush();
  await one.limiter("reads", quota).delete("a");
  await spend(one);
  one.flush();
  expect([await left(one), await left(other)]).toEqual([4, 4]);
});

test("what one gives back is given back at the other", async () => {
  const [one, other] = two();
  for (let i = 0; i < 3; i++) await spend(one);
  await one.limiter("reads", quota).reward("a");
  one.flush();
  await one.limiter("reads", quota).reward("a");
  one.flush();
  expect([await left(one), await left(other)]).toEqual([4, 4]);
});

test("who joins later begins with what was spent before", async () => {
  const [one] = two();
  for (let i = 0; i < 5; i++) await spend(one);
  const late = sharedLimits(() => {});
  late.restore(structuredClone(one.state()));
  expect(spend(late)).rejects.toBeInstanceOf(RateLimiterRes);
  expect(await left(late, "b")).toBe(5);
});
