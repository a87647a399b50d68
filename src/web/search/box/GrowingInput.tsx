import {
  type InputHTMLAttributes,
  type RefObject,
  type TextareaHTMLAttributes,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'

/** The element that shows the text: an `<input>` for one line, a `<textarea>` for several. */
export type TextElement = HTMLInputElement | HTMLTextAreaElement

type Attributes = Omit<
  InputHTMLAttributes<TextElement> & TextareaHTMLAttributes<TextElement>,
  'value' | 'type'
>
interface Props extends Attributes {
  value: string
  inputRef: RefObject<TextElement | null>
  /** Called when the user changes the text, with the new text, the caret, and the browser's event. */
  onText: (text: string, caret: number, event: InputEvent) => void
}

/**
 * An `<input>` that becomes a `<textarea>` if its text does not fit in one line or has line breaks. Focus and
 * caret stay. It is not always a textarea, because that cannot have the role combobox, by which screen
 * readers announce the list.
 */
export function GrowingInput({ value, inputRef, onText, onFocus, onBlur, ...attributes }: Props) {
  /** The length of the text when it no longer fit in one line; undefined while it fits. */
  const [overflowLength, setOverflowLength] = useState<number>()
  const hasFocus = useRef(false)
  /** Position of the caret after the last change of the text. */
  const caret = useRef(0)
  const isTall = value.includes('\n') || (overflowLength !== undefined && value.length >= overflowLength)
  const wasTall = useRef(isTall)

  useLayoutEffect(() => {
    const element = inputRef.current
    if (!element) return
    if (wasTall.current !== isTall) {
      wasTall.current = isTall
      // React has replaced the element without calling onBlur, so `hasFocus` is still about the old element.
      if (!hasFocus.current) return
      element.focus()
      element.setSelectionRange(caret.current, caret.current)
    }
    if (!isTall && element.scrollWidth > element.clientWidth + 1) {
      caret.current = element.selectionStart ?? value.length
      setOverflowLength(value.length)
    } else if (!isTall && overflowLength !== undefined) setOverflowLength(undefined)
  }, [isTall, value, overflowLength, inputRef])

  const common = {
    ...attributes,
    value,
    onFocus: (event: React.FocusEvent<TextElement>) => {
      hasFocus.current = true
      onFocus?.(event)
    },
    onBlur: (event: React.FocusEvent<TextElement>) => {
      hasFocus.current = false
      onBlur?.(event)
    },
    onChange: (event: React.ChangeEvent<TextElement>) => {
      caret.current = event.target.selectionStart ?? event.target.value.length
      // React types the native event of a change as Event; browsers give an InputEvent.
      onText(event.target.value, caret.current, event.nativeEvent as InputEvent)
    },
  }
  // The attributes of a combobox, which a textarea cannot be.
  const { role: _, 'aria-expanded': isExpanded, ...textareaAttributes } = common
  // Both elements share the ref; React sets it to the drawn one.
  if (isTall)
    return (
      <textarea
        {...textareaAttributes}
        aria-haspopup={isExpanded === undefined ? undefined : 'listbox'}
        ref={inputRef as RefObject<HTMLTextAreaElement | null>}
        rows={1}
      />
    )
  return <input {...common} ref={inputRef as RefObject<HTMLInputElement | null>} />
}
