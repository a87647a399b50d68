import { isObject } from '../../schema/text/json-object.ts'

/** JSON members in which loggers say where an error happened and which request it belongs to. */
const stackTraces = [
  'err error exception exc_info exc_text stack stack_info stack_trace stackTrace stacktrace stackTraces',
  'thrown throwable rootCause errorVerbose errorType errorMessage exceptions backtrace Exception @x',
]
const requests = [
  'trace_id traceId traceID TraceId span_id spanId spanID SpanId trace_flags traceFlags @tr @sp otelTraceID otelSpanID',
  'trace.id span.id transaction.id dd.trace_id dd.span_id logging.googleapis.com/trace logging.googleapis.com/spanId',
  'request_id requestId RequestId correlation_id correlationId CorrelationId',
]
/** The same inside nested objects. */
const nested: Readonly<Record<string, readonly string[]>> = {
  record: ['exception'],
  context: ['exception', 'trace_id', 'span_id', 'request_id'],
  extra: ['trace_id', 'span_id', 'request_id'],
  mdc: ['traceId', 'spanId', 'trace_id', 'span_id'],
  contextMap: ['traceId', 'spanId', 'trace_id', 'span_id'],
  Properties: ['TraceId', 'SpanId', 'RequestId', 'CorrelationId'],
  trace: ['id'],
  span: ['id'],
  transaction: ['id'],
  dd: ['trace_id', 'span_id'],
}

const namesOfErrors: ReadonlySet<string> = new Set(stackTraces.flatMap(list => list.split(' ')))
const wholeMembers: ReadonlySet<string> = new Set([
  ...namesOfErrors,
  ...requests.flatMap(list => list.split(' ')),
])

/** The part of a member of an event's data that is kept by default; undefined for none. */
export function keptMember(name: string, value: unknown): unknown {
  if (wholeMembers.has(name)) return value
  // `error.stack_trace` is the same as a nested member.
  const dot = name.indexOf('.')
  if (dot > 0) return isKeptPath(name.slice(0, dot), name.slice(dot + 1)) ? value : undefined
  const members = isObject(value) && Object.hasOwn(nested, name) ? nested[name] : undefined
  const keptMembers = members?.filter(member => isObject(value) && value[member] !== undefined) ?? []
  if (keptMembers.length === 0 || !isObject(value)) return undefined
  return Object.fromEntries(keptMembers.map(member => [member, value[member]]))
}

function isKeptPath(first: string, rest: string): boolean {
  if (namesOfErrors.has(first)) return true
  const members = Object.hasOwn(nested, first) ? nested[first] : undefined
  return members?.some(member => rest === member || rest.startsWith(`${member}.`)) === true
}

function isKeptPath(first: string, rest: string): boolean {
  if (namesOfErrors.has(first)) return true
  const members = Object.hasOwn(nested, first) ? nested[first] : undefined
  return members?.some(member => rest === member || rest.startsWith(`${member}.`)) === true
}

/** Whether a value contains a list of objects, to a few levels. */
export function hasObjectList(value: unknown, levels = 4): boolean {
  if (Array.isArray(value)) return value.some(isObject)
  return (
    levels > 0 && isObject(value) && Object.values(value).some(member => hasObjectList(member, levels - 1))
  )
}

/**
 * Names of tags of extra fields whose values differ in nearly every event, or with every start of a process.
 */
export const keptHighCardinality: readonly string[] = [
  'process.pid process.parent_pid service.instance.id container.id',
  ...requests,
  'err.stack err.message error.stack error.stack_trace error.message exception.stacktrace exception.message exception.stack_trace',
  'exc_info exc_text stack stack_info stack_trace stackTrace stacktrace thrown.message throwable.message errorVerbose errorMessage exceptions backtrace Exception @x',
  'context.trace_id context.span_id extra.trace_id extra.span_id Properties.TraceId Properties.SpanId mdc.traceId mdc.spanId',
  'context.exception.message context.exception.trace contextMap.traceId contextMap.spanId record.exception thrown throwable',
].flatMap(list => list.split(' '))
