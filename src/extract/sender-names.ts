/** Names of functions of a service that publish or handle their arguments. */
export const SENDER =
  /^(?:publish|emit|send|produce|dispatch|enqueue|notify|broadcast|subscribe|consume|listen|on|handle)(?:[A-Z]\w*)?$|^(?:add|queue|schedule)(?:Job|Task|Message|Event)\w*$|(?:Producer|Publisher|Emitter)$/;

/** Whether a source calls one of them with an argument. */
export const SENDS =
  /\b(?:publish|emit|send|produce|dispatch|enqueue|notify|broadcast|subscribe|consume|(?:add|queue|schedule)(?:Job|Task|Message|Event))\w*\s?\(\s{0,20}["'`A-Z{]/;
