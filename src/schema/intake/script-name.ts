/**
 * The name of a trigger's script in the folder of scripts: the last part of a path, which files of other
 * installations have. '' when there is none: a hidden file, `..`, a path that ends in a slash.
 */
export function scriptName(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1)
  return name.startsWith('.') || /[\u0000-\u001f\\]/.test(name) ? '' : name
}
