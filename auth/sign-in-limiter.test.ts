import { expect, test } from "bun:test";
import { createSignInLimiter, RateLimitError } from "./sign-in-limiter.ts";

const points = 3;
const few = { points, seconds: 900 };
const slowDown = (many = 100) => createSignInLimiter({ few, many: { points: many, seconds: 900 } });
const times = async (count: number, take: () => Promise<void>) => {
  for (let i = 0; i < count; i++) await take();
};
const [here, there] = ["192.0.2.1", "2001:db8::/64"];
const [ada, eve] = ["ada@example.org", "eve@example.org"];
const refused = (take: Promise<void>) => expect(take).rejects.toBeInstanceOf(RateLimitError);

test("tries from one network are counted, whatever accounts they are about", async () => {
  const { take } = slowDown();
  await times(points, () => take("sign_in", here, crypto.randomUUID()));
  await refused(take("sign_in", here, ada));
  await take("sign_in", there, ada);
  await take("link", here, ada);
});

test("one network uses up nothing of another", async () => {
  const { take } = slowDown();
  for (const action of ["sign_in", "link"] as const) {
    await times(points, () => take(action, here, ada));
    await refused(take(action, here, ada));
    await times(points, () => take(action, there, ada));
  }
});

test("passwords of one account are counted over all networks, with a limit of their own", async () => {
  const { take } = slowDown(8);
  await times(8, () => take("sign_in", crypto.randomUUID(), ada));
  await expect(take("sign_in", there, ada)).rejects.toMatchObject({ retryAfter: 900, action: "sign_in" });
  await take("sign_in", there, eve);
  await take("link", there, ada);
});

test("a browser that has signed in before has tries that nobody else can use up", async () => {
  const { take } = slowDown(2);
  await times(2, () => take("sign_in", crypto.randomUUID(), ada));
  await times(points, () => take("sign_in", here, eve).catch(() => {}));
  await times(points, () => take("sign_in", here, ada, true));
  await refused(take("sign_in", here, ada, true));
});

test("mails that signed-in people have sent to one email are counted over all networks", async () => {
  const { take } = slowDown();
  await times(points, () => take("mail", crypto.randomUUID(), ada));
  await refused(take("mail", there, ada));
});

test("tries that are about no account yet do not count for all of them together", async () => {
  const { take } = slowDown();
  await times(2 * points, () => take("sign_in", crypto.randomUUID(), null));
});

test("only failures count", async () => {
  const { take, forgive } = slowDown(4);
  for (const isKnown of [false, true])
    await times(5 * points, async () => {
      await take("sign_in", here, ada, isKnown);
      await forgive(here, ada, isKnown);
    });
  await times(2 * points, async () => {
    await take("sign_in", here, null);
    await forgive(here, null);
  });
});

test("a right password forgives no failures with other accounts or from other networks", async () => {
  const { take, forgive } = slowDown(5);
  await times(points - 1, () => take("sign_in", here, eve));
  await times(points, () => take("sign_in", there, ada));
  await take("sign_in", here, ada);
  await forgive(here, ada);
  await take("sign_in", here, ada);
  await refused(take("sign_in", here, ada));
  await take("sign_in", crypto.randomUUID(), ada);
  await refused(take("sign_in", crypto.randomUUID(), ada));
});
