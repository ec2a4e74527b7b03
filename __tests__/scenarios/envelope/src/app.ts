import express from 'express';

interface User {
  id: string;
  email: string;
}

declare function load(id: string): User;

const app = express();
app.get('/users/:id', (req, res) => {
  const user: User = load(req.params.id);
  res.json({ data: user });
});
app.get('/me', (req, res) => {
  const user: User = load('me');
  res.json(user);
});
