import { expect, test } from "bun:test";
import { RateLimiterRes } from "rate-limiter-flexible";
import { type Consumption, type SharedLimits, sharedLimits } from "./shared-limits.ts";

const quota = { points: 5, seconds: 60 };

/** Two processes that publish to each other. */
function two(): [SharedLimits, SharedLimits] {
  const publishTo = (other: () => SharedLimits) => (consumed: Consumption[]) => void other().add(consumed);
  const one: SharedLimits = sharedLimits(publishTo(() => another));
  const another: SharedLimits = sharedLimits(publishTo(() => one));
  return [one, another];
}

const left = async (limits: SharedLimits, key = "a"): Promise<number> =>
  (await limits.limiter("reads", quota).get(key))?.remainingPoints ?? quota.points;
const spend = (limits: SharedLimits, key = "a") => limits.limiter("reads", quota).consume(key);

test("flush: points that one process consumed count in the other, for that key only", async () => {
  const [one, other] = two();
  for (let i = 0; i < 3; i++) await spend(one);
  await spend(other);
  expect([await left(one), await left(other)]).toEqual([2, 4]);
  one.flush();
  other.flush();
  expect([await left(one), await left(other)]).toEqual([1, 1]);
  expect(await left(other, "b")).toBe(5);
});

test("without flush: points are published automatically", async () => {
  const published = Promise.withResolvers<readonly Consumption[]>();
  await spend(sharedLimits(published.resolve));
  expect(await published.promise).toEqual([{ limit: "reads", quota, key: "a", points: 1, isReset: false }]);
});

test("refused calls and points of other processes are not published", async () => {
  const published: Consumption[] = [];
  const limits = sharedLimits((consumed) => void published.push(...consumed));
  await limits.add([{ limit: "reads", quota, key: "a", points: 5, isReset: false }]);
  expect(spend(limits)).rejects.toBeInstanceOf(RateLimiterRes);
  await spend(limits).catch(() => undefined);
  limits.flush();
  expect(published).toEqual([]);
});

test("delete: the key is reset in both processes, but later points count", async () => {
  const [one, other] = two();
  for (let i = 0; i < 4; i++) await spend(other);
  other.flush();
  await one.limiter("reads", quota).delete("a");
  await spend(one);
  one.flush();
  expect([await left(one), await left(other)]).toEqual([4, 4]);
});

test("reward: the points are returned in both processes", async () => {
  const [one, other] = two();
  for (let i = 0; i < 3; i++) await spend(one);
  await one.limiter("reads", quota).reward("a");
  one.flush();
  await one.limiter("reads", quota).reward("a");
  one.flush();
  expect([await left(one), await left(other)]).toEqual([4, 4]);
});

test("restore: a process that joins later starts with the points consumed before", async () => {
  const [one] = two();
  for (let i = 0; i < 5; i++) await spend(one);
  const late = sharedLimits(() => {});
  late.restore(structuredClone(one.state()));
  expect(spend(late)).rejects.toBeInstanceOf(RateLimiterRes);
  expect(await left(late, "b")).toBe(5);
});
