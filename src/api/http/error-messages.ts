/** An error of ajv with the value and the schema that it is about (`verbose`). */
export interface ValidationError {
  keyword: string
  instancePath: string
  schemaPath: string
  params: Record<string, unknown>
  data?: unknown
  parentSchema?: { anyOf?: readonly { const?: unknown; type?: unknown }[] } | undefined
}

/** Messages of one answer at most. */
const maxErrors = 50

/** Messages by field path (`params.filter[0].op`), in the wording of the interface. */
export function errorMessages(faults: readonly ValidationError[]): Record<string, string[]> {
  const byPlace = new Map<string, string[]>()
  let count = 0
  for (const fault of relevantErrors(faults)) {
    if (count === maxErrors) break
    const place = fieldPathOf(fault)
    const sentence = errorMessage(fault)
    const known = byPlace.get(place)
    if (known === undefined) byPlace.set(place, [sentence])
    else if (known.includes(sentence)) continue
    else known.push(sentence)
    count++
  }
  return Object.fromEntries(byPlace)
}

/** Drops errors of the branches of a failed choice, except where a branch failed deeper in the value. */
function relevantErrors(faults: readonly ValidationError[]): ValidationError[] {
  const choices = faults.filter(fault => fault.keyword === 'anyOf')
  const kept = faults.filter(fault => {
    const choice = choices.find(one => one !== fault && fault.schemaPath.startsWith(`${one.schemaPath}/`))
    return choice === undefined || isDeeper(fault, choice)
  })
  return kept.filter(
    fault =>
      fault.keyword !== 'anyOf' ||
      !kept.some(one => one.schemaPath.startsWith(`${fault.schemaPath}/`) && isDeeper(one, fault)),
  )
}

function isDeeper(fault: ValidationError, choice: ValidationError): boolean {
  return fault.instancePath.length > choice.instancePath.length
}

/** /params/filter/0/op -> params.filter[0].op; the whole body is `non_field_errors`. */
function fieldPathOf(fault: ValidationError): string {
  const names = fault.instancePath
    .split('/')
    .slice(1)
    .map(name => name.replaceAll('~1', '/').replaceAll('~0', '~'))
  const { missingProperty, additionalProperty } = fault.params
  const last = fault.keyword === 'required' ? missingProperty : additionalProperty
  if (typeof last === 'string') names.push(last)
  let place = ''
  for (const name of names) {
    place += /^\d+$/.test(name) ? `[${name}]` : place === '' ? name : `.${name}`
  }
  return place === '' ? 'non_field_errors' : place
}

function errorMessage(fault: ValidationError): string {
  const { params, data } = fault
  switch (fault.keyword) {
    case 'required':
      return 'This field is required.'
    case 'additionalProperties':
      return 'There is no such field.'
    case 'type':
      return typeMessage(String(params.type), data)
    case 'minLength':
      if (data === '') return 'This field may not be blank.'
      return `Ensure this field has at least ${params.limit} characters.`
    case 'maxLength':
      return `Ensure this field has no more than ${params.limit} characters.`
    case 'minItems':
      return `Ensure this field has at least ${params.limit} elements.`
    case 'maxItems':
      return `Ensure this field has no more than ${params.limit} elements.`
    case 'minimum':
      return `Ensure this value is greater than or equal to ${params.limit}.`
    case 'maximum':
      return `Ensure this value is less than or equal to ${params.limit}.`
    case 'const':
    case 'enum':
      return choiceMessage(data)
    case 'anyOf':
      return anyOfMessage(fault)
    default:
      return 'This value is not valid.'
  }
}

function typeMessage(type: string, data: unknown): string {
  if (data === null) return 'This field may not be null.'
  switch (type) {
    case 'integer':
      return 'A valid integer is required.'
    case 'number':
      return 'A valid number is required.'
    case 'boolean':
      return 'Must be a valid boolean.'
    case 'string':
      return 'Not a valid string.'
    case 'array':
      return `Expected a list of items but got ${typeNameOf(data)}.`
    default:
      return `Invalid data. Expected an object, but got ${typeNameOf(data)}.`
  }
}

function anyOfMessage(fault: ValidationError): string {
  const branches = fault.parentSchema?.anyOf ?? []
  if (branches.every(branch => branch.const !== undefined)) return choiceMessage(fault.data)
  const types = branches.flatMap(branch => (typeof branch.type === 'string' ? [branch.type] : []))
  const [only, ...others] = types.filter(type => type !== 'null')
  if (only !== undefined && others.length === 0) return typeMessage(only, fault.data)
  if (types.length === 0) return 'This value is not valid.'
  return `Expected ${[...new Set(types)].join(' or ')} but got ${typeNameOf(fault.data)}.`
}

function choiceMessage(data: unknown): string {
  if (data === null) return 'This field may not be null.'
  const shown = typeof data === 'string' ? data : (JSON.stringify(data) ?? '')
  return `"${shown.length > 100 ? `${shown.slice(0, 100)}...` : shown}" is not a valid choice.`
}

function typeNameOf(data: unknown): string {
  if (data === null) return 'null'
  if (Array.isArray(data)) return 'list'
  return typeof data
}
