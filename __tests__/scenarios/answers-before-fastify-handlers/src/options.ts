export const sendsOther = { preHandler: async (req: any, reply: any) => { if (req.headers.a) return reply.code(200).send({ other: 1 }); } };
export const wraps = { onSend: async (req: any, reply: any, payload: any) => JSON.stringify({ data: payload }) };
export const plain = { schema: { summary: 'x' } };
