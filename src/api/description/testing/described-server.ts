import { type TestServer, testServer } from '../../testing/test-server.ts'
import type { Description, Operation } from '../openapi.ts'

export interface DescribedOperation {
  /** In upper case. */
  method: string
  path: string
  operation: Operation
}

/** A test server and its description. */
export async function describedServer(): Promise<{
  server: TestServer
  document: Description
  operations: DescribedOperation[]
}> {
  const server = await testServer()
  const answer = await server.app.inject('/api/schema')
  const document: Description = answer.json()
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )
  return { server, document, operations }
}
