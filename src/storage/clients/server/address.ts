/** Address of a ClickHouse server's HTTP interface, and the user for it. */
export interface ServerAddress {
  /** Without user and password. */
  url: string
  /** Host and port, for messages. */
  name: string
  username: string
  password: string
}

interface Credentials {
  username: string
  password: string
}

/**
 * Parses addresses separated by commas. A user name and password in an address take precedence over `common`.
 * Returns undefined if one of them is not an HTTP address.
 */
export function readServerAddresses(
  text: string,
  common: Credentials,
): [ServerAddress, ...ServerAddress[]] | undefined {
  const addresses = text.split(',').map(item => readAddress(item.trim(), common))
  if (!addresses.every(address => address !== undefined)) return undefined
  const [first, ...others] = addresses
  // A split text has at least one item, which the type of an array does not say.
  return first === undefined ? undefined : [first, ...others]
}

function readAddress(text: string, common: Credentials): ServerAddress | undefined {
  const url = URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '')
    return undefined
  const username = decoded(url.username)
  const password = decoded(url.password)
  if (username === undefined || password === undefined) return undefined
  const name = `${url.hostname}:${url.port || (url.protocol === 'https:' ? '443' : '80')}`
  url.username = ''
  url.password = ''
  return {
    url: url.href,
    name,
    username: username || common.username,
    password: password || common.password,
  }
}

/** A part of a URL without percent-encoding; undefined if it is encoded wrongly. */
function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
