/** Networks remembered of one user; past it the one used longest ago is forgotten. */
const maxKnown = 20

/** The networks that a user signed in from, newest last, as the column `known_addresses` holds them. */
export function parseKnownAddresses(column: string): readonly string[] {
  // We wrote it, as a list of texts.
  return JSON.parse(column) as string[]
}

/** The column with this network as the newest. */
export function addKnownAddress(column: string, network: string): string {
  const others = parseKnownAddresses(column).filter(known => known !== network)
  return JSON.stringify([...others, network].slice(-maxKnown))
}
