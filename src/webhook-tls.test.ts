import { createServer } from 'node:https'
import { expect, test } from 'vitest'
import { AllowList } from './alerts/actions/outgoing/allow-list.ts'
import { OutgoingGuard } from './alerts/actions/outgoing/outgoing-guard.ts'
import { openHttpSink } from './alerts/actions/testing/http-sink.ts'
import { testContext } from './alerts/actions/testing/test-context.ts'
import { createWebhook } from './alerts/actions/webhook/webhook.ts'
import type { WebhookAction } from './alerts/actions/webhook/webhook-action.ts'
import { makeCertificate } from './ingest/testing/certificate.ts'

test('a certificate that nobody vouches for is refused unless the trigger accepts any', async () => {
  const { cert, key } = makeCertificate('localhost', makeCertificate('authority'))
  const sink = await openHttpSink(undefined, listener => createServer({ cert, key }, listener))
  const run = createWebhook({
    guard: new OutgoingGuard({
      allowed: new AllowList(['localhost']),
      ownPorts: () => new Set(),
      resolve: async () => ['127.0.0.1'],
    }),
  })
  const action: WebhookAction = {
    ...{ kind: 'webhook', method: 'POST', url: `https://localhost:${sink.port}/`, query: '', headers: {} },
    ...{ format: 'generic', body: '', verifyTls: true },
  }
  const { signal } = new AbortController()
  expect(await run(action, testContext(), signal)).toMatchObject({
    status: 'failed',
    detail: expect.stringContaining('unable to verify the first certificate'),
    retry: true,
  })
  expect(sink.received).toEqual([])
  expect(await run({ ...action, verifyTls: false }, testContext(), signal)).toMatchObject({ status: 'done' })
  expect(sink.received).toHaveLength(1)
})
