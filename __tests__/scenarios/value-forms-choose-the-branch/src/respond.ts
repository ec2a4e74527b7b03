import type { Response } from 'express';

export const success = (res: Response, data: unknown, statusCode = 200) => {
  res.status(statusCode);
  if (typeof data === 'object') {
    res.json(data);
  } else {
    res.write(data);
    res.end();
  }
};

export function page(res: Response, data: unknown) {
  if (Array.isArray(data)) {
    res.json({ items: data, total: data.length });
    return;
  }
  res.json(data);
}

export const message = (res: Response, data: unknown) => {
  if (typeof data === 'string') return res.json({ message: data });
  return res.json(data);
};
