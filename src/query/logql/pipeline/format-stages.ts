import type { LabelFormat } from '../syntax/expression.ts'
import { GoValueError } from '../syntax/go-values.ts'
import { LogqlError } from '../syntax/logql-error.ts'
import { errorLabel } from './label-kinds.ts'
import type { LineStage, PipelineLine } from './line-stage.ts'
import { parseTemplate, TemplateError, type TemplateNode, type TemplateValue } from './template.ts'
import {
  CallError,
  formatGoValue,
  isTrue,
  maxOutput,
  templateFunctions,
  type Value,
} from './template-functions.ts'
import type { CompileContext } from './text-matcher.ts'

/** Fills a template for a line. Throws a CallError or a GoValueError. */
type Template = (line: PipelineLine, labels: ReadonlyMap<string, string>) => string

/** `| line_format "{{.host}}: {{.msg}}"`: replaces the line by a filled template. */
export function lineFormatStage(
  { template, at }: { template: string; at: number },
  context: CompileContext,
): LineStage {
  const nodes = checkedNodes(template, at, 'invalid line template', context)
  const write = compileTemplate(nodes, context)
  const onlyLabel = onlyLabelOf(nodes)
  return line => {
    // As in Loki, an error label is not found if the template is only that label.
    if (onlyLabel !== undefined) line.text = line.labels.get(onlyLabel) ?? ''
    else line.text = fillTemplate(line, write, labelsOf(line)) ?? line.text
    return true
  }
}

/** The name of the label that a template consists of, such as `{{.host}}`; undefined for other templates. */
function onlyLabelOf(nodes: readonly TemplateNode[]): string | undefined {
  const [only, ...others] = nodes.filter(node => node.kind !== 'text' || node.text !== '')
  if (only?.kind !== 'write' || only.value.kind !== 'field' || others.length > 0) return undefined
  return only.value.name
}

/** `| label_format a=b, c="{{.d}}"`: renames labels, and sets labels to filled templates. */
export function labelFormatStage(formats: readonly LabelFormat[], context: CompileContext): LineStage {
  const names = new Set<string>()
  const compiled = formats.map(({ label, from, at }) => {
    if (label === errorLabel) throw new LogqlError(`${label} cannot be formatted`, context.text, at)
    if (names.has(label)) {
      const message = `multiple label name '${label}' not allowed in a single format operation`
      throw new LogqlError(message, context.text, at)
    }
    names.add(label)
    if ('label' in from) return { label, renamed: from.label }
    const nodes = checkedNodes(from.template, at, `invalid template for label '${label}'`, context)
    return { label, write: compileTemplate(nodes, context) }
  })
  return line => {
    const { labels } = line
    let templateLabels: ReadonlyMap<string, string> | undefined
    for (const { label, renamed, write } of compiled) {
      if (renamed !== undefined) {
        const value = labels.get(renamed)
        if (value === undefined) continue
        labels.set(label, value)
        labels.delete(renamed)
      } else if (write !== undefined) {
        templateLabels ??= labelsOf(line)
        const value = fillTemplate(line, write, templateLabels)
        if (value !== undefined) labels.set(label, value)
      }
    }
    return true
  }
}

/** Names of the labels that a template reads; none if it is invalid. */
export function fieldsOfTemplate(template: string): string[] {
  try {
    return fieldsOf(parseTemplate(template))
  } catch (error) {
    if (error instanceof TemplateError) return []
    throw error
  }
}

function fieldsOf(nodes: readonly TemplateNode[]): string[] {
  return nodes.flatMap(node => {
    if (node.kind === 'text') return []
    if (node.kind === 'write') return fieldsIn(node.value)
    return [...fieldsIn(node.condition), ...fieldsOf(node.body), ...fieldsOf(node.otherwise)]
  })
}

function fieldsIn(value: TemplateValue): string[] {
  if (value.kind === 'field') return [value.name]
  return value.kind === 'call' ? value.of.flatMap(fieldsIn) : []
}

/** The values of all labels of a line by name. */
function labelsOf({ labels }: PipelineLine): ReadonlyMap<string, string> {
  return new Map([...labels.entries()].map(([name, value]) => [name, value]))
}

/** Fills a template. If it fails, sets the error of the line and returns undefined. */
function fillTemplate(
  line: PipelineLine,
  write: Template,
  labels: ReadonlyMap<string, string>,
): string | undefined {
  try {
    return write(line, labels)
  } catch (error) {
    if (!(error instanceof CallError || error instanceof GoValueError)) throw error
    line.labels.error = 'TemplateFormatErr'
    line.labels.errorDetails = error.message
    return undefined
  }
}

/** Parses and checks a template. Throws a LogqlError that begins with `prefix`. */
function checkedNodes(
  template: string,
  at: number,
  prefix: string,
  { text }: CompileContext,
): TemplateNode[] {
  try {
    const nodes = parseTemplate(template)
    checkNodes(nodes, false)
    return nodes
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error
    throw new LogqlError(`${prefix}: ${error.message}`, text, at)
  }
}

/** Throws a TemplateError for what is not supported. `isWith`: whether the nodes are inside of a `with`. */
function checkNodes(nodes: readonly TemplateNode[], isWith: boolean): void {
  for (const node of nodes) {
    if (node.kind === 'text') continue
    checkValue(node.kind === 'write' ? node.value : node.condition, isWith)
    if (node.kind === 'write') continue
    checkNodes(node.body, isWith || node.kind === 'with')
    checkNodes(node.otherwise, isWith)
  }
}

function checkValue(value: TemplateValue, isWith: boolean): void {
  if (value.kind === 'dot' && !isWith)
    throw new TemplateError('all labels together, {{.}}, are not supported')
  if (value.kind === 'field' && isWith)
    throw new TemplateError('labels within {{with}} are not supported; use {{if}}')
  if (value.kind !== 'call') return
  if (value.name === '__line__') {
    if (value.of.length > 0) throw new TemplateError('wrong number of args for __line__')
    return
  }
  const called = Object.hasOwn(templateFunctions, value.name) ? templateFunctions[value.name] : undefined
  if (called === undefined)
    throw new TemplateError(`the function "${value.name}" is not supported in a template`)
  if (called.takes.length !== value.of.length)
    throw new TemplateError(
      `wrong number of args for ${value.name}: want ${called.takes.length} got ${value.of.length}`,
    )
  for (const argument of value.of) checkValue(argument, isWith)
}

function compileTemplate(nodes: readonly TemplateNode[], context: CompileContext): Template {
  return (line, labels) => {
    let output = ''
    const write = (list: readonly TemplateNode[], dot: Value) => {
      for (const node of list) {
        if (node.kind === 'text') output += node.text
        else if (node.kind === 'write') output += formatGoValue(computed(node.value, dot))
        else {
          const value = computed(node.condition, dot)
          if (isTrue(value)) write(node.body, node.kind === 'with' ? value : dot)
          else write(node.otherwise, dot)
        }
        if (output.length > maxOutput) throw tooLong()
      }
    }
    const computed = (value: TemplateValue, dot: Value): Value => {
      switch (value.kind) {
        case 'literal':
          return value.value
        case 'dot':
          return dot
        case 'field':
          return labels.get(value.name) ?? ''
        case 'call':
          return value.name === '__line__'
            ? line.text
            : call(
                value.name,
                value.of.map(argument => computed(argument, dot)),
                context,
              )
      }
    }
    write(nodes, '')
    return output
  }
}

/** JavaScript types of parameters: see TemplateFunction. */
const parameterTypes = { s: 'string', i: 'bigint' } as const

/** Calls a function of templates. Throws a CallError for wrong types and long texts. */
function call(name: string, values: readonly Value[], { countTemplate }: CompileContext): Value {
  const called = templateFunctions[name]
  if (called === undefined) throw new CallError(`no function ${name}`)
  for (const [i, value] of values.entries()) {
    const wanted = called.takes.charAt(i)
    if ((wanted === 's' || wanted === 'i') && typeof value !== parameterTypes[wanted])
      throw new CallError(`wrong type for value of ${name}; expected ${wanted === 's' ? 'string' : 'int'}`)
  }
  // Checked before and after, since functions in a row may make a text longer and longer.
  if (!values.every(value => countTemplate(lengthOf(value)))) throw tooLong()
  // Their types were just compared with the ones that the function takes.
  const result = called.run(...(values as never[]))
  if (lengthOf(result) > maxOutput || !countTemplate(lengthOf(result))) throw tooLong()
  return result
}

function lengthOf(value: Value): number {
  return typeof value === 'string' ? value.length : 0
}

function tooLong(): CallError {
  return new CallError('the text is too long')
}
