/**
 * The name of a trigger's script in the folder of scripts: the last part of `path`. Triggers from other
 * installations have whole paths. '' for a name that is not allowed: empty, with a leading dot, or with a
 * backslash or an ASCII control character below space.
 */
export function scriptName(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1)
  return name.startsWith('.') || /[\u0000-\u001f\\]/.test(name) ? '' : name
}
