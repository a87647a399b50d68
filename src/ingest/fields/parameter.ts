/** Parameters of structured data stand in `extra` under `SDATA.{id}.{param}`. */
export const parameterPrefix = 'SDATA.'

const maxKnown = 4_096

/** A parameter of RFC 5424 structured data. */
export interface Parameter {
  /** SD-ID. */
  element: string
  name: string
  /** `id.name`. */
  path: string
}

/** Senders repeat few names. Emptied when it is full. */
const known = new Map<string, Parameter>()

/** The parameter that a key of `extra` with `parameterPrefix` stands for. */
export function parameterOf(key: string): Parameter {
  let parameter = known.get(key)
  if (parameter === undefined) {
    parameter = split(key.slice(parameterPrefix.length))
    if (known.size >= maxKnown) known.clear()
    known.set(key, parameter)
  }
  return parameter
}

/** Of the characters that an SD-ID may have only the number behind its @ has dots (`junos@2636.1.1.1.2.26`); names may have any. */
function split(path: string): Parameter {
  const end = /^[^.@]*@\d+(?:\.\d+)*(?=\.)/.exec(path)?.[0].length ?? path.indexOf('.')
  return { element: path.slice(0, Math.max(0, end)), name: path.slice(end + 1), path }
}
