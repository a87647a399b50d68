import type { TokenScope } from '../../schema/people/auth-token.ts'
import { request } from './http/request.ts'

/** Creates a token that reads one dashboard and nothing else. Only this response has its key. */
export async function createTvToken(scope: TokenScope, description: string): Promise<string> {
  const { secret_key } = await request<{ secret_key: string }>('/api/authtokens', {
    method: 'POST',
    body: { token_type: 'USER', description, scope },
  })
  return secret_key
}
