import type { EventRateResults } from '../../schema/query/event-rate.ts'

const periodsPerWrite = 64
/** Bytes of a period without its numbers. */
const fixedBytes = ',{"ts_from":,"ts_to":,"count":}'.length

/**
 * The same as JSON.stringify in half the time: there may be 100,000 periods of whole numbers, and most begin
 * where the previous period ends.
 */
export function eventRateJson({ totals, details }: EventRateResults): Buffer {
  const head = `{"totals":${JSON.stringify(totals)},"details":[`
  const maxPeriodBytes = fixedBytes + 3 * maxDigits(details)
  const bytes = Buffer.allocUnsafe(head.length + details.length * maxPeriodBytes + 2)
  let size = bytes.write(head, 'latin1')
  let text = ''
  let end = 0
  let endText = '0'
  for (let i = 0; i < details.length; i++) {
    const { ts_from = 0, ts_to = 0, count = 0 } = details[i] ?? {}
    const startText = ts_from === end ? endText : String(ts_from)
    end = ts_to
    endText = String(ts_to)
    text += `${i === 0 ? '' : ','}{"ts_from":${startText},"ts_to":${endText},"count":${count}}`
    if (i % periodsPerWrite !== periodsPerWrite - 1) continue
    size += bytes.write(text, size, 'latin1')
    text = ''
  }
  size += bytes.write(`${text}]}`, size, 'latin1')
  return bytes.subarray(0, size)
}

/** Digits of the largest number. */
function maxDigits(details: EventRateResults['details']): number {
  let largest = 0
  for (const { ts_from, ts_to, count } of details) largest = Math.max(largest, ts_from, ts_to, count)
  return String(largest).length
}
