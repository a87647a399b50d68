import { createServer } from 'node:https'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { expect, onTestFinished, test } from 'vitest'
import { webhookRunner } from '../alerts/actions/kinds/webhook/webhook.ts'
import type { WebhookAction } from '../alerts/actions/kinds/webhook/webhook-action.ts'
import { openHttpSink } from '../alerts/actions/testing/http-sink.ts'
import { testContext } from '../alerts/actions/testing/test-context.ts'
import { makeCertificate, type TestCertificate } from '../ingest/testing/certificate.ts'
import { AllowList, OutgoingGuard } from '../outgoing/outgoing-guard.ts'

async function send(certificate: TestCertificate, action: Partial<WebhookAction> = {}, host = 'localhost') {
  const { cert, key } = certificate
  const sink = await openHttpSink(undefined, listener => createServer({ cert, key }, listener))
  const run = webhookRunner({
    guard: new OutgoingGuard({
      allowed: new AllowList([host]),
      ownPorts: () => new Set(),
      resolve: async () => ['127.0.0.1'],
    }),
  })
  const whole: WebhookAction = {
    ...{ kind: 'webhook', method: 'POST', url: `https://${host}:${sink.port}/`, query: '', headers: {} },
    ...{ format: 'generic', body: '', verifyTls: true },
    ...action,
  }
  const result = await run(whole, testContext(), new AbortController().signal)
  return { result, received: sink.received.length }
}

test('a certificate without a trusted issuer is refused unless the trigger accepts any', async () => {
  const certificate = makeCertificate('localhost', makeCertificate('authority'))
  expect(await send(certificate)).toMatchObject({
    result: {
      status: 'failed',
      detail: expect.stringContaining('unable to verify the first certificate'),
      retry: true,
    },
    received: 0,
  })
  expect(await send(certificate, { verifyTls: false })).toMatchObject({
    result: { status: 'done' },
    received: 1,
  })
})

test.each([
  ['good', 'localhost', 365, 'done', undefined],
  ['self-signed', 'localhost', undefined, 'failed', /self-signed certificate/],
  ['expired', 'localhost', 0.5, 'failed', /certificate has expired/],
  ['of another name', 'other.example', 365, 'failed', /does not match certificate's altnames/],
] as const)('a certificate that is %s, of a receiver %s', async (_, host, days, status, reason) => {
  const usual = getCACertificates('default')
  const authority = makeCertificate('authority')
  setDefaultCACertificates([authority.cert])
  onTestFinished(() => setDefaultCACertificates(usual))
  const certificate = makeCertificate('localhost', days && authority, days)
  expect(await send(certificate, {}, host)).toMatchObject({
    result: { status, ...(reason && { detail: expect.stringMatching(reason) }) },
    received: status === 'done' ? 1 : 0,
  })
})
