let token: string | undefined

/**
 * A token used in place of the session, from a link to TV mode. It is stored only in memory and in the
 * fragment of the address.
 */
export function setAccessToken(value: string | undefined): void {
  token = value
}

export function accessToken(): string | undefined {
  return token
}
