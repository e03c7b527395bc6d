/** A page of any engine, to which a function can be given whose answer comes back. */
export interface AnyPage {
  evaluate<Answer>(question: string | (() => Answer | Promise<Answer>)): Promise<Answer>;
  evaluate<Answer, Value>(
    question: (value: Value) => Answer | Promise<Answer>,
    value: Value,
  ): Promise<Answer>;
}
