/**
 * The SD-ID of the structured data element that forwarded events carry (RFC 5424 section 6.3.2; 32473 is the
 * number for examples of RFC 5612). Its parameter `via` names the instances of Millrace that have forwarded
 * the event, separated by commas: an instance refuses an event that it forwarded itself.
 */
export const loopElement = 'millrace@32473'

/** The tag that keeps `via` of a received event. */
export const viaTag = 'forwarded_by'

/** The names of the instances that have forwarded an event, with one more. */
export function viaWith(before: string | undefined, instance: string): string {
  return before === undefined || before === '' ? instance : `${before},${instance}`
}
