import { escapeUrl } from './escapes.ts'
import { parseTemplate, renderTemplate, type Template, type Values } from './template.ts'
import { TemplateError } from './template-error.ts'

/**
 * An http or https URL with variables. Values fill segments of the path and values of parameters, but cannot
 * change the host, the number of segments or the names of parameters.
 */
export interface UrlTemplate {
  template: Template
  /** Host, number of segments and names of parameters, compared after rendering. */
  shape: string
}

const maxUrlLength = 8_192
/** Placeholder value with which a template is checked. */
const marker = 'marker0c0de'

/**
 * Parses the template of a URL. `query`: further parameters, for example `host={{event:host}}`. Throws a
 * TemplateError.
 */
export function parseUrlTemplate(url: string, query = ''): UrlTemplate {
  const parameters = query.trim().replace(/^[?&]/, '')
  const text = parameters === '' ? url.trim() : `${url.trim()}${url.includes('?') ? '&' : '?'}${parameters}`
  if (text.includes('#')) {
    throw new TemplateError('The URL must not contain a fragment. Write # as %23.')
  }
  if (!/^https?:\/\//i.test(text)) throw new TemplateError('The URL must begin with http:// or https://.')
  const template = parseTemplate(text)
  // The text before the first variable must contain the whole host. Browsers and Node read \ as /.
  const [first = ''] = template
  if (template.length > 1 && (typeof first !== 'string' || !/^https?:\/\/[^/?\\]+[/?]/i.test(first))) {
    throw new TemplateError('The host of a URL cannot be a variable.')
  }
  // The last part is not checked: no variable follows it.
  for (const part of template.slice(0, -1)) {
    if (typeof part === 'string' && /%[0-9a-f]?$/i.test(part)) {
      throw new TemplateError('A variable cannot be part of an escape such as %2F.')
    }
  }
  const sample = parseUrl(renderTemplate(template, () => marker))
  if (sample.username !== '' || sample.password !== '') {
    throw new TemplateError('A URL must not contain a user and a password; use the header Authorization.')
  }
  for (const name of sample.searchParams.keys()) {
    if (name.includes(marker)) throw new TemplateError('The name of a parameter cannot be a variable.')
  }
  return { template, shape: shapeOf(sample) }
}

/** Throws a TemplateError for a value that would change the structure of the URL, such as a segment `..`. */
export function renderUrl({ template, shape }: UrlTemplate, values: Values): URL {
  const text = renderTemplate(template, variable => escapeUrl(values(variable)))
  if (text.length > maxUrlLength) {
    throw new TemplateError(`The rendered URL is longer than ${maxUrlLength} characters.`)
  }
  const url = parseUrl(text)
  if (shapeOf(url) !== shape) throw new TemplateError('A value would change the structure of the URL.')
  return url
}

function parseUrl(text: string): URL {
  const url = URL.parse(text)
  if (url === null) throw new TemplateError('This is not a URL.')
  return url
}

function shapeOf(url: URL): string {
  return JSON.stringify([
    url.protocol,
    url.host,
    url.pathname.split('/').length,
    [...url.searchParams.keys()],
  ])
}
