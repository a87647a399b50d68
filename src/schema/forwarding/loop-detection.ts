/**
 * The SD-ID of the structured data element that forwarded events carry (RFC 5424 section 6.3.2; 32473 is the
 * number for examples of RFC 5612). Its parameter `via` names the installations of Millrace that have
 * forwarded the event, separated by commas: an installation refuses an event that it has forwarded itself.
 */
export const loopElement = 'millrace@32473'

/**
 * The tag of a received event that keeps the value of `via`, which forwarders send on. In protocols other
 * than RFC 5424, a member, attribute, label or field of this name has that value.
 */
export const viaTag = 'forwarded_by'

/** The tag of an event from another Millrace with the number of occurrences that it stands for, from 2. */
export const repeatsTag = 'forwarded_counter'

/** The value of `via` for an event that this installation forwards. `before`: the value that it came with. */
export function viaWith(before: string | undefined, instance: string): string {
  return before === undefined || before === '' ? instance : `${before},${instance}`
}

/** Whether an installation is among the names of a value of `via`. */
export function isVia(via: string, instance: string): boolean {
  return via.split(',').includes(instance)
}
