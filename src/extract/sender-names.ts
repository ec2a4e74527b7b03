/** Names that functions of a service have which publish or handle what they are given. */
export const SENDER =
  /^(?:publish|emit|send|produce|dispatch|enqueue|notify|broadcast|subscribe|consume|listen|on|handle)(?:[A-Z]\w*)?$|^(?:add|queue|schedule)(?:Job|Task|Message|Event)\w*$|(?:Producer|Publisher|Emitter)$/;

/** Whether a source calls one of them with more than nothing. */
export const SENDS =
  /\b(?:publish|emit|send|produce|dispatch|enqueue|notify|broadcast|subscribe|consume|(?:add|queue|schedule)(?:Job|Task|Message|Event))\w*\s?\(\s{0,20}["'`A-Z{]/;
