import { expect, test } from "bun:test";
import { createSlowDown, TooManyTries } from "./slow-down.ts";

const points = 3;
const slowDown = () => createSlowDown({ points, seconds: 900 });
const times = async (count: number, take: () => Promise<void>) => {
  for (let i = 0; i < count; i++) await take();
};

test("tries from one address are counted, whatever accounts they are about", async () => {
  const { take } = slowDown();
  await times(points, () => take("sign_in", "192.0.2.1", crypto.randomUUID()));
  await expect(take("sign_in", "192.0.2.1", "new@example.org")).rejects.toBeInstanceOf(TooManyTries);
  await take("sign_in", "192.0.2.2", "new@example.org");
  await take("mail", "192.0.2.1", "new@example.org");
});

test("tries at one account are counted, wherever they come from", async () => {
  const { take } = slowDown();
  await times(points, () => take("sign_in", crypto.randomUUID(), "ada@example.org"));
  await expect(take("sign_in", "192.0.2.1", "ada@example.org")).rejects.toMatchObject({ retryAfter: 900 });
  await take("sign_in", "192.0.2.1", "eve@example.org");
});

test("tries that are about no account yet do not count for all of them together", async () => {
  const { take } = slowDown();
  await times(2 * points, () => take("sign_in", crypto.randomUUID(), null));
});

test("the right password clears the account, not the address", async () => {
  const { take, forgive } = slowDown();
  await times(points, () => take("sign_in", "192.0.2.1", "ada@example.org"));
  await forgive("ada@example.org");
  await take("sign_in", "192.0.2.2", "ada@example.org");
  await expect(take("sign_in", "192.0.2.1", "ada@example.org")).rejects.toBeInstanceOf(TooManyTries);
});
