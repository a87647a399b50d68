import { request } from './request.ts'

/** Makes a token that reads one dashboard and nothing else. Its key is answered only here. */
export async function createTvToken(dashboardId: number, description: string): Promise<string> {
  const { secret_key } = await request<{ secret_key: string }>('/api/authtokens', {
    method: 'POST',
    body: { token_type: 'USER', description, scope: { dashboard_id: dashboardId } },
  })
  return secret_key
}
