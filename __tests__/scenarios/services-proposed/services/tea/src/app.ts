import express from 'express';

const app = express();
app.get('/menu', (_request, response) => {
  response.json({ leaf: 'oolong' });
});
