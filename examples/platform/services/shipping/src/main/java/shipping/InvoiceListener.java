package shipping;

import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.stereotype.Component;

@Component
public class InvoiceListener {
  record Order(String id, String customer) {}

  record InvoiceIssued(String number, Order order) {}

  @KafkaListener(topics = "invoices.issued", groupId = "shipping")
  public void issued(InvoiceIssued invoice) {
    System.out.println("Pack the parcel of " + invoice.order().id() + " for " + invoice.order().customer());
  }
}
