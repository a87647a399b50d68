import type { TokenType } from '../../schema/people/auth-token.ts'

/** A shell command that sends a request with a token's key to the service at `origin`. */
export function exampleCommand(type: TokenType, key: string, origin: string): string {
  const authorization = `-H 'Authorization: token ${key}'`
  return type === 'INGEST'
    ? `curl ${origin}/incoming ${authorization} -H 'Content-Type: application/json' -d '{"events": [{"host": "test", "message": "hello from curl"}]}'`
    : `curl ${origin}/api/auth ${authorization}`
}
