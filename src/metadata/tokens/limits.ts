import type { Caller } from '../identity/identity.ts'

interface LimitColumns {
  is_read_only: number
  expires_at: number | null
  networks: string | null
}

/** Addresses and networks of a token; empty: all. */
export function networksOf({ networks }: Pick<LimitColumns, 'networks'>): string[] {
  // The column is only written by `insertToken`.
  return networks === null ? [] : (JSON.parse(networks) as string[])
}

/** The limits of a token, as members of its caller. */
export function limitsOf(token: LimitColumns): Pick<Caller, 'readOnly' | 'networks' | 'expires'> {
  const networks = networksOf(token)
  return {
    ...(token.is_read_only === 1 && { readOnly: true }),
    ...(token.expires_at !== null && { expires: true }),
    ...(networks.length > 0 && { networks }),
  }
}
