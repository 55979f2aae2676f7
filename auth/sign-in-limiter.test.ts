import { expect, test } from "bun:test";
import { createSignInLimiter, RateLimitError } from "./sign-in-limiter.ts";

const points = 3;
const few = { points, seconds: 900 };
const limiter = (many = 100) => createSignInLimiter({ few, many: { points: many, seconds: 900 } });
const times = async (count: number, take: () => Promise<void>) => {
  for (let i = 0; i < count; i++) await take();
};
const [here, there] = ["192.0.2.1", "2001:db8::/64"];
const [ada, eve] = ["ada@example.org", "eve@example.org"];
const refused = (take: Promise<void>) => expect(take).rejects.toBeInstanceOf(RateLimitError);

test("attempts of one network are counted over all accounts", async () => {
  const { take } = limiter();
  await times(points, () => take("sign_in", here, crypto.randomUUID()));
  await refused(take("sign_in", here, ada));
  await take("sign_in", there, ada);
  await take("link", here, ada);
});

test("attempts of one network do not count for another", async () => {
  const { take } = limiter();
  for (const action of ["sign_in", "link"] as const) {
    await times(points, () => take(action, here, ada));
    await refused(take(action, here, ada));
    await times(points, () => take(action, there, ada));
  }
});

test("password attempts for one account have their own limit over all networks", async () => {
  const { take } = limiter(8);
  await times(8, () => take("sign_in", crypto.randomUUID(), ada));
  await expect(take("sign_in", there, ada)).rejects.toMatchObject({ retryAfter: 900, action: "sign_in" });
  await take("sign_in", there, eve);
  await take("link", there, ada);
});

test("known browser: has attempts that nobody else can use up", async () => {
  const { take } = limiter(2);
  await times(2, () => take("sign_in", crypto.randomUUID(), ada));
  await times(points, () => take("sign_in", here, eve).catch(() => {}));
  await times(points, () => take("sign_in", here, ada, true));
  await refused(take("sign_in", here, ada, true));
});

test("mails to one email are counted over all networks", async () => {
  const { take } = limiter();
  await times(points, () => take("mail", crypto.randomUUID(), ada));
  await refused(take("mail", there, ada));
});

test("attempts without an account are counted by network only", async () => {
  const { take } = limiter();
  await times(2 * points, () => take("sign_in", crypto.randomUUID(), null));
});

test("successful attempts do not count", async () => {
  const { take, forgive } = limiter(4);
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

test("success: failures for other accounts or from other networks still count", async () => {
  const { take, forgive } = limiter(5);
  await times(points - 1, () => take("sign_in", here, eve));
  await times(points, () => take("sign_in", there, ada));
  await take("sign_in", here, ada);
  await forgive(here, ada);
  await take("sign_in", here, ada);
  await refused(take("sign_in", here, ada));
  await take("sign_in", crypto.randomUUID(), ada);
  await refused(take("sign_in", crypto.randomUUID(), ada));
});
