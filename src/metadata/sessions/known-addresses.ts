/** Networks stored for one user; the least recently used one is dropped. */
const maxKnown = 20

/** The networks that a user signed in from, newest last, as the column `known_addresses` holds them. */
export function parseKnownAddresses(column: string): readonly string[] {
  // Only `addKnownAddress` writes the column.
  return JSON.parse(column) as string[]
}

/** The column value with this network as the newest. */
export function addKnownAddress(column: string, network: string): string {
  const otherNetworks = parseKnownAddresses(column).filter(known => known !== network)
  return JSON.stringify([...otherNetworks, network].slice(-maxKnown))
}
