/** Prefix of structured data in `extra`: `SDATA.{id}.{param}`. */
export const parameterPrefix = 'SDATA.'

const maxCachedParameters = 4_096

/** A parameter of RFC 5424 structured data. */
export interface Parameter {
  /** SD-ID. */
  element: string
  name: string
  /** `id.name`. */
  path: string
}

/** Senders repeat few names. A Map, since it is on the hot path; emptied when full. */
const parameterCache = new Map<string, Parameter>()

/** Parses a key of `extra` with `parameterPrefix`. */
export function parseParameterKey(key: string): Parameter {
  let parameter = parameterCache.get(key)
  if (parameter === undefined) {
    parameter = splitPath(key.slice(parameterPrefix.length))
    if (parameterCache.size >= maxCachedParameters) parameterCache.clear()
    parameterCache.set(key, parameter)
  }
  return parameter
}

/**
 * In an SD-ID only the number after the @ contains dots (`junos@2636.1.1.1.2.26`); parameter names may
 * contain any.
 */
function splitPath(path: string): Parameter {
  const end = /^[^.@]*@\d+(?:\.\d+)*(?=\.)/.exec(path)?.[0].length ?? path.indexOf('.')
  return { element: path.slice(0, Math.max(0, end)), name: path.slice(end + 1), path }
}
