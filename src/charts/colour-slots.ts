/** Maximum size of the result. Slots of the oldest values are forgotten first. */
const maxRemembered = 500

/**
 * Assigns a colour slot (0 to `slotCount` - 1) to each value of a chart, so that a value keeps its colour
 * from one answer to the next. Returns the slots of this chart's values, and of earlier values for the next
 * call. `kept`: the result of the last call. A value in `kept` keeps its slot, unless another value of the
 * chart has it now. Any other value gets a slot that no value in `kept` has, else one that is free in this
 * chart; its hash chooses among them. With more values than slots, some share one.
 */
export function colourSlots(
  names: readonly string[],
  kept: ReadonlyMap<string, number>,
  slotCount: number,
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
  /** Slots that any value has or had, as far as `kept` remembers. */
  const everUsed = new Set(kept.values())
  for (const name of names) {
    if (slots.has(name)) continue
    const candidates = Array.from({ length: slotCount }, (_, step) => (hash(name) + step) % slotCount)
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
