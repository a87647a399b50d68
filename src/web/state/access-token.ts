let token: string | undefined

/** A token that stands in for the session: that of the link to TV mode. It is only in memory and in the fragment of the address. */
export function setAccessToken(value: string | undefined): void {
  token = value
}

export function accessToken(): string | undefined {
  return token
}
