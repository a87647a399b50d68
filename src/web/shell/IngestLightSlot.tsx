/** Place of the ingest light in the top bar. */
export function IngestLightSlot() {
  return null
}
