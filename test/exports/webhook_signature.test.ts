import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';
import { expect, test } from 'vitest';
import { newWebhookSecret, webhookHeaders, webhookSignature } from '../../exports/webhook_signature.ts';

const A = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const B = 'whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=';
const PRICE =
  '{"type":"price.changed","timestamp":"2026-01-01T00:00:00Z","seller":"mp_acme","previous":{"price_minor":1999},"current":{"price_minor":1799}}';
const EVENT = 'evt_01JAV3Y7Q8W2K6M9N4P5R7T8X1';

/** Signatures that node:crypto, openssl and both libraries agreed on beforehand. */
test.each([
  [
    A,
    'msg_p5jXN8AQM9LWM0D4loKWxJek',
    1_614_265_330,
    '{"test": 2432232314}',
    'g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  ],
  [A, EVENT, 1_767_225_600, PRICE, 'H9r2zWzXWdwirBFVfw9BT3ySZaxmx3jBOkQnr8BU+Pw='],
  [B, EVENT, 1_767_225_600, PRICE, 'Mpc9r7ZoSbyPmxeomy4WcWAu9RPoJy28DOZHpj9SLFI='],
  [
    A,
    'evt_utf8',
    1_767_225_600,
    '{"type":"price.changed","title":"Café 世界 😀"}',
    'JRc1uPmxvV9VQt9M3G55dZhCQLavhskwCT8ThE+qsjk=',
  ],
  [A, 'evt_empty', 1_767_225_600, '', 'cYie3jtnAzwXn7TsVUCyMdhe3M6BZOxQbbqNDI/8Zpg='],
])('the signature by %s of %s', (secret, id, timestamp, body, expected) => {
  expect(webhookSignature(secret, { id, timestamp, body })).toBe(`v1,${expected}`);
});

test('two independent libraries accept what is signed, by the new secret and by the one before, and nothing else', () => {
  fc.assert(
    fc.property(fc.json(), fc.stringMatching(/^[0-9a-f]{16}$/), (body, id) => {
      const [now, before, other] = [newWebhookSecret(), newWebhookSecret(), newWebhookSecret()];
      const timestamp = Math.floor(Date.now() / 1000);
      const headers = webhookHeaders([now, before], { id: `evt_${id}`, timestamp, body });
      for (const Library of [Webhook, SvixWebhook]) {
        for (const secret of [now, before])
          expect(() => new Library(secret).verify(body, headers)).not.toThrow();
        expect(() => new Library(other).verify(body, headers)).toThrow();
        expect(() => new Library(now).verify(`${body} `, headers)).toThrow();
        const old = webhookHeaders([now], { id: `evt_${id}`, timestamp: timestamp - 301, body });
        expect(() => new Library(now).verify(body, old)).toThrow();
      }
    }),
    { numRuns: 50 },
  );
});
