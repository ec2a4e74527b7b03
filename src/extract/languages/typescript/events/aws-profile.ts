import type { Profile } from '../frameworks/profile.js';

/** The documentation and signals of the AWS SDK reader. */
export const awsProfile: Profile = {
  id: 'typescript/aws-messaging',
  of: 'events',
  title: "SNS, SQS and EventBridge of AWS' SDK",
  resolves: [
    '`PublishCommand`, `SendMessageCommand`, their batches, `PutEventsCommand` and the calls of version 2: the last part of the ARN or URL, what `JSON.stringify` makes',
    '`ReceiveMessageCommand` and `sqs-consumer`: what a parsed `Body` is taken for in the same function',
  ],
  gaps: ['ARNs and URLs that are only known when the service runs; handlers of Lambda functions'],
  signals: (text) => /["'](?:@aws-sdk\/client-(?:sns|sqs|eventbridge)|aws-sdk(?:\/clients\/s[nq]s)?|sqs-consumer)["']/.test(text),
};
