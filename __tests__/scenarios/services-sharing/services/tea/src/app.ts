import express from 'express';
import { addHealth } from '../../../libs/health';

const app = express();
app.get('/menu', (_request, response) => {
  response.json({ leaf: 'oolong' });
});
addHealth(app);
