/** Maximum values whose colours are kept. */
const maxRemembered = 500

/**
 * Assigns a colour slot (0 to `count` - 1) to each value of a chart. A value keeps the slot that it has in
 * `kept`, even after it was absent for a while, unless another value of the chart has that slot. The search
 * for the slot of another value begins at its hash, and takes the first slot that no value ever had, else the
 * first that no value of this chart has. With more values than slots, some values share one. Returns the
 * slots of these values and of values in `kept`, 500 at most; pass them as `kept` the next time.
 */
export function colourSlots(
  names: readonly string[],
  kept: ReadonlyMap<string, number>,
  count: number,
): Map<string, number> {
  const slots = new Map<string, number>()
  /** Slots of values of this chart. */
  const taken = new Set<number>()
  for (const name of names) {
    const slot = kept.get(name)
    if (slot === undefined || taken.has(slot) || slots.has(name)) continue
    slots.set(name, slot)
    taken.add(slot)
  }
  /** Slots that any value has or had. */
  const everUsed = new Set(kept.values())
  for (const name of names) {
    if (slots.has(name)) continue
    const candidates = Array.from({ length: count }, (_, step) => (hash(name) + step) % count)
    const free = candidates.filter(slot => !taken.has(slot))
    const slot = free.find(slot => !everUsed.has(slot)) ?? free[0] ?? candidates[0] ?? 0
    everUsed.add(slot)
    slots.set(name, slot)
    taken.add(slot)
  }
  const absent = [...kept].filter(([name]) => !slots.has(name))
  return new Map([...absent, ...slots].slice(-maxRemembered))
}

/** FNV-1a over UTF-16 code units. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (let index = 0; index < text.length; index++) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193)
  }
  return value >>> 0
}
