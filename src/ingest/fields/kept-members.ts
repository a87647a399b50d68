import { isObject } from '../../schema/text/json-object.ts'

// JSON members that become user tags although the operator has not asked for all members: where an error
// happened, and which request a line belongs to. See ExtraFields.

/** Members in which loggers write where an error happened. */
const stackTraces = [
  'err error exception exc_info exc_text stack stack_info stack_trace stackTrace stacktrace stackTraces',
  'thrown throwable rootCause errorVerbose errorType errorMessage exceptions backtrace Exception @x',
]
/** Members in which loggers write the request that a line belongs to. */
const requests = [
  'trace_id traceId traceID TraceId span_id spanId spanID SpanId trace_flags traceFlags @tr @sp otelTraceID otelSpanID',
  'trace.id span.id transaction.id dd.trace_id dd.span_id logging.googleapis.com/trace logging.googleapis.com/spanId',
  'request_id requestId RequestId correlation_id correlationId CorrelationId',
]
/** Members of both kinds in nested objects, by the name of the object. */
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

/** The part of a member that becomes tags by default; undefined for none. */
export function keptMember(name: string, value: unknown): unknown {
  if (wholeMembers.has(name)) return value
  // `error.stack_trace` is read like the nested member.
  const dot = name.indexOf('.')
  if (dot > 0) return isKeptPath(name.slice(0, dot), name.slice(dot + 1)) ? value : undefined
  if (!Object.hasOwn(nested, name) || !isObject(value)) return undefined
  const keptMembers = nested[name]?.filter(member => value[member] !== undefined) ?? []
  if (keptMembers.length === 0) return undefined
  return Object.fromEntries(keptMembers.map(member => [member, value[member]]))
}

/** Whether the member of an object at `path` becomes a tag by default. */
function isKeptPath(object: string, path: string): boolean {
  if (namesOfErrors.has(object)) return true
  const members = Object.hasOwn(nested, object) ? nested[object] : undefined
  return members?.some(member => path === member || path.startsWith(`${member}.`)) === true
}

/** Whether a value contains a list of objects, within a few levels. */
export function hasObjectList(value: unknown, levels = 4): boolean {
  if (Array.isArray(value)) return value.some(isObject)
  return (
    levels > 0 && isObject(value) && Object.values(value).some(member => hasObjectList(member, levels - 1))
  )
}

/** Tags of extra fields whose values differ in nearly every event, or after every start of a process. */
export const keptHighCardinality: readonly string[] = [
  'process.pid process.parent_pid service.instance.id container.id',
  ...requests,
  'err.stack err.message error.stack error.stack_trace error.message exception.stacktrace exception.message exception.stack_trace',
  'exc_info exc_text stack stack_info stack_trace stackTrace stacktrace thrown.message throwable.message errorVerbose errorMessage exceptions backtrace Exception @x',
  'context.trace_id context.span_id extra.trace_id extra.span_id Properties.TraceId Properties.SpanId mdc.traceId mdc.spanId',
  'context.exception.message context.exception.trace contextMap.traceId contextMap.spanId record.exception thrown throwable',
].flatMap(list => list.split(' '))
