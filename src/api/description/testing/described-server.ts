import { openMailer } from '../../../mail/mailer.ts'
import { MailSink } from '../../../mail/testing/mail-sink.ts'
import type { ServerDeps } from '../../server-deps.ts'
import { type TestServer, testServer } from '../../testing/test-server.ts'
import type { Description, Operation } from '../openapi.ts'

export interface DescribedOperation {
  /** In upper case. */
  method: string
  path: string
  operation: Operation
}

/** A test server that sends mails, and its description. */
export async function describedServer(options: Partial<ServerDeps> = {}): Promise<{
  server: TestServer
  document: Description
  operations: DescribedOperation[]
}> {
  const sink = new MailSink()
  const mailer = openMailer(`smtp://127.0.0.1:${await sink.open()}`, 'logs@example.com')
  const server = await testServer({ mailer, ...options })
  server.app.addHook('onClose', async () => {
    mailer.close()
    await sink.close()
  })
  const answer = await server.app.inject('/api/schema')
  const document: Description = answer.json()
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )
  return { server, document, operations }
}
